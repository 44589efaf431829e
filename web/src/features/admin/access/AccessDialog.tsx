import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { Dialog } from '@/ui/Dialog'
import { AccessEditor } from './AccessEditor'
import { databaseOf } from './accessForm'
import { placeAccess } from './queries'

interface AccessDialogProps {
  /** Databases and manuals; of a single one the present access is loaded first. */
  paths: readonly string[]
  onSaved: () => void
  onClose: () => void
}

export function AccessDialog({ paths, ...on }: AccessDialogProps) {
  const [path, ...others] = paths
  if (path === undefined) return null
  return others.length === 0 ? <OnePlace path={path} {...on} /> : <AccessEditor paths={paths} {...on} />
}

function OnePlace({ path, ...on }: Omit<AccessDialogProps, 'paths'> & { path: string }) {
  const { t } = useTranslation()
  const database = databaseOf(path)
  const place = useQuery(placeAccess(path))
  const above = useQuery({ ...placeAccess(database ?? ''), enabled: database !== undefined })
  if (place.data && (database === undefined || above.data)) {
    return <AccessEditor paths={[path]} opened={place.data} above={above.data} {...on} />
  }
  return (
    <Dialog title={t('access.title', { path })} size="lg" onClose={on.onClose}>
      <QueryFrame query={chained(place, above)} failedTitle={t('access.placeFailed')}>
        {() => null}
      </QueryFrame>
    </Dialog>
  )
}
