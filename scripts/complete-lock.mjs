// complete-lock.mjs LOCKFILE...: adds the optional packages of other platforms that a package-lock.json lacks.
//
// npm may leave out those it did not install itself, and `npm ci` then refuses the lock file elsewhere. Name and version
// stand in the parent's entry; the platform stands in the package's name.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

function entry(name, version, parent) {
  const words = name.replace(/.*\//, '').split('-')
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  const named = os === 'linux' && words.some((word) => /^(musl|gnu)/.test(word))
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(named && { libc: [libc] }),
    license: parent.license,
    optional: true,
    ...(os && { os: [os] }),
  }
}

for (const file of process.argv.slice(2)) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const { '': root, ...packages } = lock.packages
  const before = Object.keys(packages).length
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (!packages[`${path}/node_modules/${name}`]) {
        packages[`node_modules/${name}`] ??= entry(name, version, parent)
      }
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = { '': root, ...Object.fromEntries(sorted) }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${file}: ${sorted.length - before} added`)
}
