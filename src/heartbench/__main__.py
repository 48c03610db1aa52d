"""``python -m heartbench`` is ``heartbench``."""

from heartbench.cli.main import main

if __name__ == "__main__":
    main()
