// Browsers start no worker from a file. So that search works in a site that is opened without a server, the script
// of the worker runs in a frame there.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #waiting = [];
    #inside;

    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = frame.contentDocument.createElement("script");
      script.src = url;
      script.onload = () => {
        this.#inside = inside;
        this.#waiting.splice(0).forEach(data => this.postMessage(data));
      };
      frame.contentDocument.body.append(script);
    }

    postMessage(data) {
      if (this.#inside)
        this.#inside.dispatchEvent(new MessageEvent("message", { data }));
      else
        this.#waiting.push(data);
    }
  };
}
