import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestCalls } from '@/api/changeRequests'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { CreateRequestDialog } from '@/lib/changeRequests/CreateRequestDialog'
import { showToast } from '@/ui/toasts'

interface AskedPlace {
  anchor: string
  name: string
}

/** Asks for a change of a paragraph that is read; an empty anchor stands for the whole module. */
export function useAskForChange(
  manual: Manual,
  path: string,
  version: string | undefined,
): { start: (anchor: string, name: string) => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const me = useMe()
  const [place, setPlace] = useState<AskedPlace>()
  return {
    start: (anchor, name) => setPlace({ anchor, name }),
    dialog: place && version !== undefined && (
      <CreateRequestDialog
        calls={requestCalls}
        me={me}
        manualPath={manual.path}
        place={{ path, version, anchor: place.anchor }}
        quote={place.name}
        onDone={({ request }) =>
          showToast({ tone: 'success', text: t('changeRequests.asked', { number: request.number }) })
        }
        onClose={() => setPlace(undefined)}
      />
    ),
  }
}
