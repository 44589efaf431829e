import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of these files, for packages that a spec makes itself. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    // Names are UTF-8; deflated; no time.
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(name.length, 22)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, name)
    offset += 4 + facts.length + name.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const demoFolder = fileURLToPath(new URL('../../../demo/', import.meta.url))

type DemoPackage = 'amm' | 'amm-zh' | 'flm-1' | 'flm-2' | 'flm-3' | 'mmel-r1' | 'mmel-r2' | 'mmel-zh'

/** One of the demo library's packages, as a ZIP. */
export function demoPackage(name: DemoPackage): Buffer {
  return zipOf(demoFiles(name))
}

/** The files of one of the demo library's packages, for a spec that spoils some of them. */
export function demoFiles(name: DemoPackage): Record<string, Buffer> {
  const folder = `${demoFolder}${name}/`
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    entries.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}`.replaceAll('//', '/')
      return [path.slice(folder.length), readFileSync(path)]
    }),
  )
}
