import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { DescriptionList } from '@/ui/DescriptionList'
import { IconButton } from '@/ui/IconButton'
import type { Target } from './importSteps'
import { CountWords } from './PackageChips'
import { languageNames, usePackageFacts } from './PackageFacts'

interface SummaryStepProps {
  pack: Package
  target: Target | undefined
  translationLanguages: readonly string[]
  onEdit: () => void
}

/** The package and its target manual; the edit icon opens the choice of another manual. */
export function SummaryStep({ pack, target, translationLanguages, onEdit }: SummaryStepProps) {
  const { t } = useTranslation()
  const { summary } = pack
  const notChosen = t('imports.dialog.notChosen')
  return (
    <>
      <div className="im-target">
        <DescriptionList
          items={[
            { term: t('imports.dialog.database'), value: target?.csdbName ?? notChosen },
            { term: t('imports.dialog.manual'), value: target?.manualName ?? notChosen },
            {
              term: t('imports.dialog.languages'),
              value: languageNames([...new Set([...(summary?.languages ?? []), ...translationLanguages])]),
            },
          ]}
        />
        <IconButton
          icon="edit"
          label={t(target ? 'imports.dialog.edit' : 'imports.dialog.choose')}
          onClick={onEdit}
        />
      </div>
      {!target && (
        <p className="af-hint">
          {t('imports.dialog.noProposal')}{' '}
          <Button variant="link" size="sm" onClick={onEdit}>
            {t('imports.dialog.chooseOrCreate')}
          </Button>
        </p>
      )}
      <h3 className="im-subhead">{pack.fileName}</h3>
      {summary && <PackageFactList summary={summary} />}
      <p className="im-found">
        <CountWords counts={pack.counts} />
        <a href={href(paths.import({ package: pack.id }))}>{t('imports.dialog.seeFindings')}</a>
      </p>
      {target && summary?.checkedAgainst !== `/${target.csdbName}/${target.manualName}` && (
        <p className="af-hint">{t('imports.findings.checkedAgain')}</p>
      )}
    </>
  )
}

function PackageFactList({ summary }: { summary: NonNullable<Package['summary']> }) {
  return <DescriptionList columns={2} items={usePackageFacts(summary)} />
}
