import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { modulesQuery } from '@/api/library'
import type { File, Manual, TocNode } from '@/api/types'
import { neighboursQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { databaseOf } from '@/lib/library/folders'
import { keyOf } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { languageName } from '@/lib/regions'
import { Button } from '@/ui/Button'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import { LinkButton } from '@/ui/LinkButton'
import type { MenuItem } from '@/ui/menu'
import { tocText } from '../tree/nodes'
import { useChoice } from '../useChoice'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { BookmarkButton } from './BookmarkButton'
import { useCopyLink } from './useCopyLink'
import { useWide } from './useWide'

interface ReaderToolsProps {
  manual: Manual
  path: string
  /** Undefined until it is loaded. */
  file: File | undefined
  beside: string | undefined
}

/** The toolbar above the text: navigation and actions. */
export function ReaderTools({ manual, path, file, beside }: ReaderToolsProps) {
  const { t } = useTranslation()
  const { isWide, toggle } = useWide()
  const address = useAddress(manual, path)
  const copy = useCopyLink()
  return (
    <div className="rd-tools">
      <Neighbours manual={manual} path={path} />
      <div className="rd-tools-end">
        <Languages manual={manual} file={file} beside={beside} />
        <BookmarkButton path={path} of="module" />
        <IconButton
          icon="link"
          variant="secondary"
          label={t('reader.link.module')}
          onClick={() => void copy(address)}
        />
        <IconButton
          icon="print"
          variant="secondary"
          label={t('reader.print')}
          onClick={() => window.print()}
        />
        <IconButton
          icon="wide"
          variant="secondary"
          className="rd-wide-button"
          aria-pressed={isWide}
          label={t(isWide ? 'reader.normalWidth' : 'reader.fullWidth')}
          onClick={toggle}
        />
      </div>
    </div>
  )
}

/** The address of the module, as it can be passed on. */
function useAddress(manual: Manual, path: string): string {
  const v = useSearchParams()[0].get('v') ?? undefined
  const query = { dm: keyOf(path), v, ...useReading(), ...useChoice() }
  return paths.manual(databaseOf(manual), manual.name, query)
}

function Neighbours({ manual, path }: { manual: Manual; path: string }) {
  const { t } = useTranslation()
  const reading = useReading()
  const links = useManualLinks(manual)
  const profileId = useSearchParams()[0].get('profile') ?? undefined
  const { data } = useQuery(neighboursQuery(path, { profileId, ...reading }))
  const above = data?.trail.at(-2)
  const step = (node: TocNode | undefined, label: string, icon: 'chevronLeft' | 'chevronRight') => {
    const source = node?.sourceFiles[0]
    if (!node || source === undefined) {
      return (
        <Button icon={icon} aria-label={label} disabled>
          <span className="rd-step-word">{label}</span>
        </Button>
      )
    }
    return (
      <LinkButton
        icon={icon}
        href={links.module(source, { profile: node.profileId, node: node.id })}
        title={tocText(node)}
      >
        <span className="rd-step-word">{label}</span>
      </LinkButton>
    )
  }
  return (
    <nav className="rd-neighbours" aria-label={t('reader.neighbours')}>
      {step(data?.previous, t('reader.previous'), 'chevronLeft')}
      {step(data?.next, t('reader.next'), 'chevronRight')}
      {data && data.total > 0 && data.trail.length > 0 && (
        <span className="rd-position">
          {t('reader.position', { position: formatNumber(data.position), total: formatNumber(data.total) })}
        </span>
      )}
      {above && (
        <a
          className="rd-up"
          href={links.at({ profile: above.profileId, node: above.id })}
          title={t('reader.up')}
        >
          <Icon name="up" size="sm" />
          {tocText(above)}
        </a>
      )}
    </nav>
  )
}

/** The other languages of a module: to go there, or to read both. */
function Languages({ manual, file, beside }: Omit<ReaderToolsProps, 'path'>) {
  const { t } = useTranslation()
  const reading = useReading()
  const [, setParams] = useSearchParams()
  const query = { manualPath: manual.path, ...reading, pageNumber: 1, pageSize: 50 }
  const same = useQuery({
    ...modulesQuery({ ...query, keywordFilter: file?.code }),
    enabled: file !== undefined,
    placeholderData: undefined,
  }).data
  const others = (same?.items ?? []).filter(
    ({ code, language }) => code === file?.code && language !== file?.language,
  )
  if (others.length === 0) return null
  const change = (values: Record<string, string | undefined>) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined) after.delete(name)
        else after.set(name, value)
      }
      return after
    })
  const name = (language: string) => languageName(language, currentLanguage())
  const items: MenuItem[] = others.flatMap(({ path, language }): MenuItem[] => [
    { kind: 'header', label: name(language) },
    {
      kind: 'action',
      icon: 'language',
      label: t('reader.language.go', { language: name(language) }),
      onSelect: () => change({ dm: keyOf(path), beside: undefined, v: undefined, node: undefined }),
    },
    {
      kind: 'action',
      icon: 'beside',
      label: t('reader.language.beside', { language: name(language) }),
      checked: beside === keyOf(path),
      onSelect: () => change({ beside: beside === keyOf(path) ? undefined : keyOf(path) }),
    },
  ])
  const shown = file && name(file.language)
  return (
    <DropdownMenu
      label={[t('reader.language.label'), shown].filter(Boolean).join(': ')}
      trigger={
        <>
          <Icon name="language" />
          <span className="rd-step-word">{shown}</span>
          <Icon name="chevronDown" size="sm" />
        </>
      }
      items={items}
      buttonClassName="btn af-btn-secondary"
    />
  )
}
