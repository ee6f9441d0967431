# exit-code.py CODE command...: does the command end with this very code?
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
sys.exit(0 if code == int(sys.argv[1]) else f"exit code {code}")
