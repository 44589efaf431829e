import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50

/** Unpacks an archive into a folder, and lists its files. */
export function unzip(archive: string, folder: string): string[] {
  const bytes = readFileSync(archive)
  let end = bytes.length - 22
  while (end >= 0 && bytes.readUInt32LE(end) !== directoryEnd) end -= 1
  if (end < 0) throw new Error(`${archive} is no archive`)
  const names: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== directoryEntry) throw new Error(`${archive} is damaged`)
    const method = bytes.readUInt16LE(at + 10)
    const size = bytes.readUInt32LE(at + 20)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    )
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const header = bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const packed = bytes.subarray(start, start + size)
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, method === 0 ? packed : inflateRawSync(packed))
    names.push(name)
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return names
}
