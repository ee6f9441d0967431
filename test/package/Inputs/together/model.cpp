double mass(const app::Body& b) { return app::kernels::energy.grad(b).b.mass; }
