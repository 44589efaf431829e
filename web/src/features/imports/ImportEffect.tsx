import { useTranslation } from 'react-i18next'
import type { Comparison, Package } from '@/api/types'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { RadioGroup } from '@/ui/RadioGroup'
import { ComparisonCounts } from './ComparisonCounts'
import { ImportDoubts } from './ImportDoubts'

interface ImportEffectProps {
  pack: Package
  /** Undefined while the library is asked, and when it cannot answer. */
  compared: Comparison | undefined
  problem: string | undefined
  onCompare: () => void
  complete: boolean
  onComplete: (complete: boolean) => void
  /** Whether the user must confirm the import. */
  mustBeSure: boolean
  sure: boolean
  onSure: (sure: boolean) => void
}

/** The effect of the import on the chosen manual, and whether objects missing in the package are removed. */
export function ImportEffect(props: ImportEffectProps) {
  const { t } = useTranslation()
  const { pack, compared, problem, complete, onComplete } = props
  return (
    <section className="im-effect">
      <h3>{t('imports.comparison.title')}</h3>
      {problem ? (
        <Notice tone="danger" title={t('imports.doubts.uncompared')}>
          <p>
            {problem} {t('imports.doubts.uncomparedHelp')}
          </p>
          <Button icon="reload" onClick={props.onCompare}>
            {t('imports.doubts.compareAgain')}
          </Button>
        </Notice>
      ) : (
        <ComparisonCounts counts={compared?.counts} />
      )}
      {compared && (
        <p className="af-hint mt-0">
          {t(compared.comparedWith ? 'imports.dialog.laterRevision' : 'imports.dialog.firstRevision')}
        </p>
      )}
      {compared && <ImportDoubts {...props} doubts={compared.doubts} />}
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
