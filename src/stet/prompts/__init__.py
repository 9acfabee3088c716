"""The prompts, one Markdown file each; nothing else reads them."""
