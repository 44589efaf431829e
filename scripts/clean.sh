#!/usr/bin/env bash
# Removes what was built. Data, and a target directory outside the clone, stay.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
rm -rf target web/dist web/node_modules web/tools/openapi/node_modules web/test-results web/playwright-report manual/book manual/.built
