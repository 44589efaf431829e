import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { versionsQuery } from '@/api/library'
import type { ComparedVersions, Manual } from '@/api/types'
import { type CompareLayout, comparedQuery } from '@/api/view'
import { currentLanguage } from '@/lib/i18n'
import { objectPath } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Checkbox } from '@/ui/Checkbox'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { ViewSwitch } from '@/ui/ViewSwitch'
import { useManualLinks } from '../../useManualLinks'
import { useSetParam } from '../../useSetParam'
import { ComparedPages } from './ComparedPages'
import { DifferenceList } from './DifferenceList'
import { DifferenceSteps } from './DifferenceSteps'
import { SourceDifferences } from './SourceDifferences'
import { StateSelect } from './StateSelect'
import { useDifferenceSteps } from './useDifferenceSteps'
import '../../reader/reader.css'
import './compare.css'

interface CompareViewProps {
  manual: Manual
  moduleKey: string
  /** The old state, as the server names it. */
  left: string
  right: string
}

const layouts = ['one', 'beside', 'source'] as const

/** Two states of a module with their differences marked, as they are read. */
export function CompareView({ manual, moduleKey, left, right }: CompareViewProps) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const links = useManualLinks(manual)
  const path = objectPath(manual.path, moduleKey)
  const layout = layouts.find((each) => each === params.get('layout')) ?? 'one'
  const versions = useQuery(versionsQuery(path)).data
  const compared = useQuery(comparedQuery(path, { left, right, layout }, currentLanguage()))
  const set = useSetParam()
  const file = compared.data?.right.file
  return (
    <>
      <PageHead
        title={t('library.compare.title', { title: file?.title ?? moduleKey })}
        purpose={t('library.compare.purpose')}
        actions={
          <LinkButton icon="back" href={links.module(path, { part: 'versions' })}>
            {t('library.compare.back')}
          </LinkButton>
        }
      />
      <div className="rd-states">
        <StateSelect
          label={t('library.compare.left')}
          value={left}
          manual={manual}
          versions={versions}
          file={file}
          onChange={(state) => set('v', state)}
        />
        <StateSelect
          label={t('library.compare.right')}
          value={right}
          manual={manual}
          versions={versions}
          file={file}
          onChange={(state) => set('with', state)}
        />
        <ViewSwitch
          label={t('library.compare.layout.label')}
          views={layouts}
          view={layout}
          nameOf={(each) => t(`library.compare.layout.${each}`)}
          onChange={(next) => set('layout', next)}
        />
      </div>
      <QueryFrame query={compared} failedTitle={t('library.compare.failed')}>
        {(data) => <Compared manual={manual} layout={layout} compared={data} />}
      </QueryFrame>
    </>
  )
}

interface ComparedProps {
  manual: Manual
  layout: CompareLayout
  compared: ComparedVersions
}

function Compared({ manual, layout, compared }: ComparedProps) {
  const { t } = useTranslation()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [showsQuiet, setShowsQuiet] = useState(false)
  const hasMarks = layout !== 'source'
  const steps = useDifferenceSteps(compared, frame, hasMarks)
  const hasQuiet = compared.pages.some(({ html }) => html.includes('s1d-quiet'))
  const isCut = compared.pages.some(({ truncated }) => truncated)
  return (
    <div className="rd rd-compared" data-quiet={showsQuiet || undefined}>
      <DifferenceSteps compared={compared} steps={steps} hasMarks={hasMarks} />
      {hasQuiet && (
        <Checkbox
          label={t('library.compare.quiet')}
          checked={showsQuiet}
          onChange={({ target }) => setShowsQuiet(target.checked)}
        />
      )}
      {isCut && (
        <Notice tone="warning" title={t('reader.truncated')}>
          {t('reader.truncatedText')}
        </Notice>
      )}
      {compared.coarse && (
        <Notice tone="warning" title={t('library.compare.coarse')}>
          {t('library.compare.coarseText')}
        </Notice>
      )}
      <div className="rd-redline rd-redline-beside">
        <DifferenceList manual={manual} compared={compared} current={steps.current} onGo={steps.goTo} />
        <div ref={setFrame} className="rd-redline-pages">
          {layout === 'source' ? (
            <SourceDifferences sources={compared.sources} />
          ) : (
            <ComparedPages manual={manual} compared={compared} />
          )}
        </div>
      </div>
    </div>
  )
}
