import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { RadioGroup } from '@/ui/RadioGroup'
import { ComparisonCounts } from './ComparisonCounts'
import type { Target } from './importSteps'
import { comparison } from './queries'

interface ImportEffectProps {
  pack: Package
  target: Target | undefined
  complete: boolean
  onComplete: (complete: boolean) => void
}

/** What the import will do to the chosen manual, and whether what the package lacks is gone. */
export function ImportEffect({ pack, target, complete, onComplete }: ImportEffectProps) {
  const { t } = useTranslation()
  if (!target) return null
  return (
    <section className="im-effect">
      <h3>{t('imports.comparison.title')}</h3>
      <Effect id={pack.id} target={target} complete={complete} />
      {/* Packages of the other kind say themselves which they are. */}
      {pack.kind === 's1000d' && pack.summary && (
        <RadioGroup
          legend={t('imports.dialog.completeness')}
          hint={pack.summary.completeReason}
          options={[
            { value: 'yes', label: t('imports.complete.complete'), hint: t('imports.dialog.completeHint') },
            {
              value: 'no',
              label: t('imports.complete.incremental'),
              hint: t('imports.dialog.incrementalHint'),
            },
          ]}
          value={complete ? 'yes' : 'no'}
          onChange={(choice) => onComplete(choice === 'yes')}
        />
      )}
    </section>
  )
}

function Effect({ id, target, complete }: { id: string; target: Target; complete: boolean }) {
  const asked = { pageNumber: 1, pageSize: 1, state: undefined, complete: complete ? 'yes' : 'no' } as const
  const compared = useQuery(comparison(id, target, asked))
  if (compared.error) return <p className="text-danger">{compared.error.message}</p>
  return <ComparisonCounts counts={compared.data?.counts} />
}
