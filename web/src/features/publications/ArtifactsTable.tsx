import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { downloadPublication } from '@/api/publications'
import type { OpenPublication } from '@/api/types'
import { formatBytes, listComma } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { href, paths } from '@/lib/paths'
import { languageName } from '@/lib/regions'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { type Column, Table } from '@/ui/Table'

/** The signature of the manifest. */
const signatureFile = 'manifest.sig'

/** How the book that was reviewed is called beside the approved one. */
const reviewedEnding = '-reviewed.pdf'

/** How the list of what filtering removed and broke is called. */
const filterFindingsEnding = '-filter-findings.json'

type Artifact = OpenPublication['artifacts'][number]

interface ArtifactsTableProps {
  publication: string
  caption: string
  artifacts: readonly Artifact[]
}

/** Whether a reader of this interface can read a file. */
const isReadable = ({ languages = [] }: Artifact) => {
  const [own] = currentLanguage().split('-')
  return languages.some((tag) => tag.split('-')[0] === own)
}

/** The files that the reader can read come first; among them, and behind them, the order stays. */
function inReadersLanguageFirst(artifacts: readonly Artifact[]): Artifact[] {
  const rank = (artifact: Artifact) => Number(!isReadable(artifact))
  return [...artifacts].sort((one, other) => rank(one) - rank(other))
}

/** Files of a publication with their languages, sizes and hashes. */
export function ArtifactsTable({ publication, caption, artifacts }: ArtifactsTableProps) {
  const { t } = useTranslation()
  const columns: Column<Artifact>[] = [
    {
      key: 'name',
      header: t('publications.file'),
      cell: (artifact) => <ArtifactCell publication={publication} artifact={artifact} />,
    },
    {
      key: 'size',
      header: t('publications.size'),
      align: 'end',
      cell: ({ size }) => <span className="text-nowrap">{formatBytes(size)}</span>,
    },
  ]
  // Letters have none that anybody knows.
  if (artifacts.some(({ languages = [] }) => languages.length > 0)) {
    columns.splice(1, 0, {
      key: 'languages',
      header: t('publications.languages'),
      cell: ({ languages = [] }) =>
        languages.map((tag) => languageName(tag, currentLanguage())).join(listComma()) || '–',
    })
  }
  return (
    <Table
      caption={caption}
      rows={inReadersLanguageFirst(artifacts)}
      columns={columns}
      rowKey={({ fileName }) => fileName}
      empty={<EmptyState icon="file" title={t('publications.noFiles')} />}
    />
  )
}

function ArtifactCell({
  publication,
  artifact: { fileName, sha256 },
}: {
  publication: string
  artifact: Artifact
}) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => downloadPublication(publication, fileName),
    onError: showProblem,
  })
  return (
    <>
      <Button
        variant="link"
        size="sm"
        icon="download"
        className="text-start"
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        <span className="text-break">{fileName}</span>
      </Button>
      {fileName.endsWith(reviewedEnding) && (
        <span className="af-hint mt-0 ms-2">{t('publications.reviewedBook')}</span>
      )}
      {fileName.endsWith(filterFindingsEnding) && (
        <span className="af-hint mt-0 ms-2">{t('publications.filterFindings')}</span>
      )}
      {fileName === signatureFile && (
        <a className="af-hint mt-0 ms-2" href={href(paths.signingKey())}>
          {t('publications.key.check')}
        </a>
      )}
      <span className="d-block af-hint mt-0">
        SHA-256 <code className="text-break">{sha256}</code>
      </span>
    </>
  )
}
