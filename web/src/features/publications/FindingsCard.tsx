import { useTranslation } from 'react-i18next'
import { revisionName } from '@/api/redline'
import type { OpenPublication } from '@/api/types'
import { keyOf, objectHref, objectPath } from '@/lib/library/objects'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'

type Finding = OpenPublication['findings']['items'][number]

/** The findings that the page has words for, by the codes of the files. */
const words = {
  glyphsMissing: 'glyphsMissing',
  languageLeftOut: 'languageLeftOut',
  logoLeftOut: 'logoLeftOut',
  moduleLeftOut: 'moduleLeftOut',
  notArchivable: 'notArchivable',
  notPrinted: 'notPrinted',
  pictureInexact: 'pictureInexact',
  pictureMissing: 'pictureMissing',
  pictureNotPrinted: 'pictureNotPrinted',
  picturesLeftOut: 'picturesLeftOut',
  printedPlain: 'printedPlain',
  referenceBroken: 'referenceBroken',
  tableUnreadable: 'tableUnreadable',
  textCut: 'textCut',
  unsettled: 'unsettled',
  warningMissing: 'warningMissing',
  unreadable: 'unreadable',
  'module-unreadable': 'moduleUnreadable',
  'module-cut': 'moduleCut',
  'picture-unreadable': 'pictureUnreadable',
  'picture-unsupported': 'pictureUnsupported',
} as const

const isWord = (code: string): code is keyof typeof words => Object.hasOwn(words, code)

/** The findings of books and websites; nothing without findings. */
export function FindingsCard({ open: { publication, findings } }: { open: OpenPublication }) {
  const { t } = useTranslation()
  if (findings.count === 0) return null
  const { manualPath, snapshot } = publication
  const hidden = findings.count - findings.items.length
  return (
    <Card title={t('publications.findings.title', { count: findings.count })}>
      <p className="af-hint mt-0">{t('publications.findings.text')}</p>
      <ul className="list-unstyled mb-0">
        {findings.items.map((finding, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and lines may be equal
          <FindingLine key={place} finding={finding} manualPath={manualPath} snapshot={snapshot} />
        ))}
      </ul>
      {hidden > 0 && <p className="af-hint mb-0">{t('publications.findings.more', { count: hidden })}</p>}
    </Card>
  )
}

interface FindingLineProps {
  finding: Finding
  manualPath: string
  snapshot: string
}

function FindingLine({
  finding: { fileName, code, object, detail },
  manualPath,
  snapshot,
}: FindingLineProps) {
  const { t } = useTranslation()
  const key = keyOf(object)
  // Pictures belong to no manual.
  const isModule = key !== '' && !key.toUpperCase().startsWith('ICN-')
  const link = isModule ? objectHref(objectPath(manualPath, key), { v: revisionName(snapshot) }) : undefined
  return (
    <li className="py-1">
      <span>{isWord(code) ? t(`publications.findings.code.${words[code]}`) : code}</span>{' '}
      {link ? (
        <a href={link} className="text-break">
          {key}
        </a>
      ) : (
        object && <Code>{object}</Code>
      )}{' '}
      {detail && <span className="text-break">{detail}</span>}
      <span className="d-block af-hint mt-0 text-break">{fileName}</span>
    </li>
  )
}
