// Holds every crate and every npm package that ships in the product to the licences of deny.toml.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const section = readFileSync('deny.toml', 'utf8').match(/\[licenses\][^[]*allow = \[([^\]]*)\]/)
if (!section) throw new Error('deny.toml has no list [licenses] allow')
const allowed = new Set([...section[1].matchAll(/"([^"]+)"/g)].map((match) => match[1]))

/** Evaluates an SPDX expression; an old-style slash means OR. */
function allows(expression) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const primary = () => {
    if (tokens[at] === '(') {
      at += 1
      const inner = either()
      at += 1
      return inner
    }
    let id = tokens[at++]
    if (tokens[at] === 'WITH') {
      id = `${id} WITH ${tokens[at + 1]}`
      at += 2
    }
    return allowed.has(id)
  }
  const both = () => {
    let ok = primary()
    while (tokens[at] === 'AND') {
      at += 1
      ok = primary() && ok
    }
    return ok
  }
  const either = () => {
    let ok = both()
    while (tokens[at] === 'OR') {
      at += 1
      ok = both() || ok
    }
    return ok
  }
  return tokens.length > 0 && either() && at === tokens.length
}

function crates(manifest) {
  const host = execFileSync('rustc', ['-vV'], { encoding: 'utf8' }).match(/host: (\S+)/)[1]
  const metadata = execFileSync('cargo', ['metadata', '--format-version=1', '--locked', `--filter-platform=${host}`, `--manifest-path=${manifest}`], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const { packages, resolve } = JSON.parse(metadata)
  const used = new Set(resolve.nodes.map((node) => node.id))
  return packages.filter((one) => one.source && used.has(one.id)).map((one) => [`crate ${one.name}`, one.license])
}

function npmPackages() {
  const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'))
  return Object.entries(packages)
    .filter(([path, one]) => path && !one.dev)
    .map(([path, one]) => [`npm ${path.replace(/.*node_modules\//, '')}`, one.license])
}

// The PDF engine has a lock file of its own.
const all = [...crates('Cargo.toml'), ...crates('crates/pdf/Cargo.toml'), ...npmPackages()]
const refused = all.filter(([, licence]) => !allows(licence ?? ''))
for (const [name, licence] of refused) console.error(`${name}: licence ${licence ?? 'not given'} is not in deny.toml`)
console.log(`${all.length} dependencies, ${refused.length} with a licence that is not allowed`)
process.exitCode = refused.length ? 1 : 0
