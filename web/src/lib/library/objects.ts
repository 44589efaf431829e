/** The key of an object, as its path ends with it: `/H160/MEL/DMC-…_en-US.XML` is of `DMC-…_en-US`. */
export function keyOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.XML$/i, '')
}

/** The path of a manual's object in the vault. */
export function objectPath(manualPath: string, key: string): string {
  return `${manualPath}/${key}.XML`
}
