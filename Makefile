# Thin on purpose: each command is a script in scripts/, which says what it does.
.DEFAULT_GOAL := help
.PHONY: help run build test check lint dev gen bench fuzz clean

help: ## List these commands
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

run: ## Build what changed and start Airfolio on http://localhost:8080 (data in ./data)
	@scripts/run.sh

build: ## Build the web app, the manual, target/release/airfolio and its PDF engine
	@scripts/build.sh release
	@scripts/pdf.sh release

test: ## Everything: lints, tests on SQLite and PostgreSQL, web tests, end-to-end
	@scripts/test.sh all

check: ## The quick half of `make test`: no PostgreSQL, no browser
	@scripts/test.sh quick

lint: ## Fast checks: formats, types, lints, licences; before every commit
	@scripts/test.sh lint

dev: ## Server and Vite side by side, both reloading on change (data in ./data-dev)
	@scripts/dev.sh

gen: ## Rewrite openapi.json, the web's API types and the generated tables in docs/
	@scripts/gen.sh

bench: ## Measure the release binary beside its bounds, then generated requests and kills; PARTS="edits pdf": only some
	@scripts/bench.sh $(PARTS)

fuzz: ## Run each fuzz target for a minute (needs a nightly compiler)
	@scripts/fuzz.sh

clean: ## Remove build output; data stays
	@scripts/clean.sh
