/** A file counts as a package when its name ends in .zip, however that is spelled. */
export function isPackage(fileName: string): boolean {
  return /\.zip$/i.test(fileName)
}

/** The name under which a package is sent: spaces would not survive the tools it passes through. */
export function sentName(fileName: string): string {
  return fileName.replaceAll(' ', '_')
}
