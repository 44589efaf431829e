import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { versionsQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import type { File, FileVersion, Manual } from '@/api/types'
import { comparedQuery } from '@/api/view'
import { formatDate } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { databaseOf } from '@/lib/library/folders'
import { objectPath } from '@/lib/library/objects'
import { ErrorState } from '@/ui/ErrorState'
import { LinkButton } from '@/ui/LinkButton'
import { PageHead } from '@/ui/PageHead'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { issueText } from '../issue'
import { Article } from '../reader/Article'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import '../reader/reader.css'

interface CompareViewProps {
  manual: Manual
  moduleKey: string
  left: string
  right: string
}

/** Two versions of a module side by side, as they are read. */
export function CompareView({ manual, moduleKey, left, right }: CompareViewProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const path = objectPath(manual.path, moduleKey)
  const versions = useQuery(versionsQuery(path)).data
  const compared = useQuery(comparedQuery(path, left, right, currentLanguage()))
  const title = compared.data?.right.file.title ?? moduleKey
  return (
    <>
      <PageHead
        title={t('library.compare.title', { title })}
        purpose={t('library.compare.purpose')}
        actions={
          <LinkButton icon="back" href={links.module(path, { part: 'versions' })}>
            {t('library.compare.back')}
          </LinkButton>
        }
      />
      {compared.error ? (
        <ErrorState
          title={t('library.compare.failed')}
          message={compared.error.message}
          detail={requestIdOf(compared.error)}
          onRetry={() => void compared.refetch()}
        />
      ) : (
        <div className="rd rd-compared">
          <div className="rd-columns" data-beside="true">
            <Side manual={manual} name="v" id={left} versions={versions} side={compared.data?.left} />
            <Side manual={manual} name="with" id={right} versions={versions} side={compared.data?.right} />
          </div>
        </div>
      )}
    </>
  )
}

interface SideProps {
  manual: Manual
  /** The parameter of the address that names the version. */
  name: 'v' | 'with'
  id: string
  versions: readonly FileVersion[] | undefined
  side: { file: File; html: string } | undefined
}

function Side({ manual, name, id, versions = [], side }: SideProps) {
  const { t } = useTranslation()
  const reading = useReading()
  const [, setParams] = useSearchParams()
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const view = useMemo(() => side && { html: side.html, references: [], figures: [], reasons: [] }, [side])
  const noLink = useCallback(() => undefined, [])
  const label = t(name === 'v' ? 'library.compare.left' : 'library.compare.right')
  return (
    <section className="rd-page" aria-label={label}>
      <Select
        label={label}
        value={id}
        onChange={({ target }) =>
          setParams((before) => {
            const after = new URLSearchParams(before)
            after.set(name, target.value)
            return after
          })
        }
        options={versions.map((each) => ({ value: each.versionId, label: versionName(each, t) }))}
      />
      {view ? (
        <Article
          view={view}
          hrefOf={noLink}
          source={{ database: databaseOf(manual), reading }}
          onJump={(target) => {
            const places = [...(article?.querySelectorAll<HTMLElement>('[id]') ?? [])]
            places.find((each) => each.id === target)?.scrollIntoView({ block: 'center' })
          }}
          onDrawn={setArticle}
        />
      ) : (
        <Skeleton lines={10} />
      )}
    </section>
  )
}

function versionName(version: FileVersion, t: (key: string) => string): string {
  const issue = issueText(version)
  return [
    issue,
    version.issueDate && formatDate(version.issueDate),
    t(`library.origin.${version.origin}`),
    version.revisions.length > 0 && `R${version.revisions.join(', R')}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
