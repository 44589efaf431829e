import { useSearchParams } from 'react-router'
import type { Reading } from '@/api/library'

/** Reads another lane, moment or revision: versions, nodes and pages of the old one are not its own. */
export function useRead() {
  const [, setParams] = useSearchParams()
  return ({ lane, revision, asOf }: Reading) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const name of ['lane', 'revision', 'asOf', 'v', 'node', 'page']) after.delete(name)
      if (lane) after.set('lane', lane)
      if (revision) after.set('revision', revision)
      if (asOf) after.set('asOf', asOf)
      return after
    })
}
