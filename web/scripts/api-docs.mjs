// Copies the files of Swagger UI that the server's page for the API loads into the build.
import { copyFile, mkdir } from 'node:fs/promises'

const from = import.meta.resolve('swagger-ui-dist/package.json')
const to = new URL('../dist/api-docs/', import.meta.url)
await mkdir(to, { recursive: true })
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'])
  await copyFile(new URL(file, from), new URL(file, to))
