"""The seed's command line: ``python run_evaluation.py --base_url URL --api_key KEY --model MODEL``."""

from heartbench.cli.seed import main

if __name__ == "__main__":
    main()
