import { useQuery } from '@tanstack/react-query'
import { usePaused } from '@/lib/usePaused'
import { userList } from './users/queries'

const typingPauseMs = 250
/** The users that a search shows at most. */
const mostPeople = 20

/** Users whose account, name or email contains the text; none are asked for while it is empty. */
export function usePeople(text: string) {
  const filter = usePaused(text.trim(), typingPauseMs)
  const asked = filter !== '' && text.trim() !== ''
  const found = useQuery({
    ...userList({
      filter,
      role: undefined,
      status: undefined,
      pageNumber: 1,
      pageSize: mostPeople,
      sort: 'account',
      order: 'asc',
    }),
    enabled: asked,
  })
  return { ...found, data: asked ? found.data : undefined }
}

interface NamedAccount {
  account: string
  displayName: string
}

/** As in `Li Wei (li.author)`. */
export function personLabel({ account, displayName }: NamedAccount): string {
  return displayName === '' ? account : `${displayName} (${account})`
}
