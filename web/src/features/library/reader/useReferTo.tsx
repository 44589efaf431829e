import { type ReactNode, useState } from 'react'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { ReferDialog } from './ReferDialog'

interface ReferredPlace {
  anchor: string
  name: string
}

/** Lets a requirement refer to a paragraph that is read; `start` is left out for those who may not. */
export function useReferTo(
  path: string,
  version: string | undefined,
): { start: ((anchor: string, name: string) => void) | undefined; dialog: ReactNode } {
  const mayRefer = can.editCompliance(useMe())
  const [place, setPlace] = useState<ReferredPlace>()
  return {
    start: mayRefer ? (anchor, name) => setPlace({ anchor, name }) : undefined,
    dialog: place && version !== undefined && (
      <ReferDialog
        place={{ path, version, anchor: place.anchor }}
        quote={place.name}
        onClose={() => setPlace(undefined)}
      />
    ),
  }
}
