import { useTranslation } from 'react-i18next'
import type { Comparison, Package } from '@/api/types'
import { Checkbox } from '@/ui/Checkbox'
import { Notice } from '@/ui/Notice'
import { RadioGroup } from '@/ui/RadioGroup'
import { ComparisonCounts } from './ComparisonCounts'

interface ImportEffectProps {
  pack: Package
  /** Undefined while the library is asked. */
  compared: Comparison | undefined
  problem: string | undefined
  complete: boolean
  onComplete: (complete: boolean) => void
  /** Whether somebody has to say that the package belongs here all the same. */
  mustBeSure: boolean
  sure: boolean
  onSure: (sure: boolean) => void
}

/** What the import will do to the chosen manual, and whether what the package lacks is gone. */
export function ImportEffect(props: ImportEffectProps) {
  const { t } = useTranslation()
  const { pack, compared, problem, complete, onComplete } = props
  return (
    <section className="im-effect">
      <h3>{t('imports.comparison.title')}</h3>
      {problem ? <p className="text-danger">{problem}</p> : <ComparisonCounts counts={compared?.counts} />}
      <Doubts {...props} />
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

/** Why the package may belong elsewhere; whoever imports it nevertheless says so. */
function Doubts({ compared, mustBeSure, sure, onSure }: ImportEffectProps) {
  const { t } = useTranslation()
  if (!compared || compared.doubts.length === 0) return null
  return (
    <>
      {compared.doubts.map((doubt) => (
        <Notice key={doubt.code} tone="warning" title={t(`imports.doubts.${doubt.code}`, { ...doubt })}>
          {t('imports.doubts.help')}
        </Notice>
      ))}
      {mustBeSure && (
        <Checkbox
          label={t('imports.doubts.sure')}
          checked={sure}
          onChange={({ target }) => onSure(target.checked)}
        />
      )}
    </>
  )
}
