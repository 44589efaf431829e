import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ContentModelView } from '@/api/types'

/** A file of the tests of content models, which those of the server read as well. */
export const modelFile = (name: string): string =>
  readFileSync(resolve(process.cwd(), '../crates/s1000d/tests/model', name), 'utf8')

/** The content model of a schema of our own, as the server sends it. */
export const ownModel = (): ContentModelView => JSON.parse(modelFile('model.json'))
