import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { File, Manual, TocNode } from '@/api/types'
import { neighboursQuery } from '@/api/view'
import { usePageActions } from '@/lib/editing/pageActions'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { databaseOf } from '@/lib/library/folders'
import { keyOf } from '@/lib/library/objects'
import { paths } from '@/lib/paths'
import { languageName } from '@/lib/regions'
import { buttonClasses } from '@/ui/Button'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { IconButton } from '@/ui/IconButton'
import type { IconName } from '@/ui/icons'
import type { MenuItem } from '@/ui/menu'
import { useDeleteEntry, useEditEntriesOf } from '../editing/useEditEntries'
import { useTranslations } from '../module/useTranslations'
import { tocText } from '../tree/nodes'
import { useChoice } from '../useChoice'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { BookmarkButton } from './BookmarkButton'
import { CommentsPlace } from './CommentsPlace'
import { useJobCard } from './jobCard/useJobCard'
import { useCopy } from './useCopy'
import { useWide } from './useWide'

interface ReaderToolsProps {
  manual: Manual
  path: string
  /** Undefined until it is loaded. */
  file: File | undefined
  beside: string | undefined
}

/** Navigation from a module, and what can be done with it. */
export function ReaderTools({ manual, path, file, beside }: ReaderToolsProps) {
  return (
    <>
      <Neighbours manual={manual} path={path} />
      <CommentsPlace />
      <span className="rd-when-room">
        <Languages manual={manual} file={file} beside={beside} />
        <BookmarkButton path={path} of="module" />
      </span>
      <MoreMenu manual={manual} path={path} file={file} />
    </>
  )
}

function MoreMenu({ manual, path, file }: Omit<ReaderToolsProps, 'beside'>) {
  const { t } = useTranslation()
  const { isWide, toggle } = useWide()
  const address = useAddress(manual, path)
  const links = useManualLinks(manual)
  const copy = useCopy()
  const printJobCard = useJobCard(manual)
  const editing = useEditEntriesOf(path)
  usePageActions(editing)
  const deleteEntry = useDeleteEntry()
  const section = useNeighbours(path).data?.trail.at(-2)
  const items: MenuItem[] = [
    {
      kind: 'action',
      icon: 'link',
      label: t('reader.link.module'),
      onSelect: () => void copy.link(address),
    },
    {
      kind: 'action',
      icon: 'copy',
      label: t('library.module.copyCode'),
      onSelect: () => void copy.text(file?.code ?? keyOf(path)),
    },
    { kind: 'action', icon: 'print', label: t('reader.print'), onSelect: () => window.print() },
    {
      kind: 'action',
      icon: 'print',
      label: t('reader.jobCard.print'),
      disabledReason: printJobCard ? undefined : t('reader.jobCard.loading'),
      onSelect: () => printJobCard?.(),
    },
    {
      kind: 'action',
      icon: 'wide',
      label: t('reader.fullWidth'),
      checked: isWide,
      many: true,
      onSelect: toggle,
    },
    { kind: 'link', icon: 'list', label: t('library.module.back'), href: links.at({ tab: 'modules' }) },
  ]
  if (section) {
    items.push({
      kind: 'link',
      icon: 'up',
      label: t('reader.upTo', { section: tocText(section) }),
      href: links.at({ profile: section.profileId, node: section.id }),
    })
  }
  const deleting = file ? deleteEntry(file) : []
  if (editing.length > 0) items.push({ kind: 'divider' }, ...editing)
  items.push(...deleting)
  return (
    <DropdownMenu
      label={t('reader.more')}
      trigger={<Icon name="more" />}
      items={items}
      buttonClassName="btn af-btn-secondary af-btn-icon"
    />
  )
}

/** The address of the module, as it can be passed on. */
function useAddress(manual: Manual, path: string): string {
  const v = useSearchParams()[0].get('v') ?? undefined
  const query = { dm: keyOf(path), v, ...useReading(), ...useChoice() }
  return paths.manual(databaseOf(manual), manual.name, query)
}

/** The position of the module in the contents. */
function useNeighbours(path: string) {
  const profileId = useSearchParams()[0].get('profile') ?? undefined
  return useQuery(neighboursQuery(path, { profileId, ...useReading() }))
}

function Neighbours({ manual, path }: { manual: Manual; path: string }) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const { data } = useNeighbours(path)
  const step = (node: TocNode | undefined, label: string, icon: 'chevronLeft' | 'chevronRight') => {
    const source = node?.sourceFiles[0]
    if (!node || source === undefined) return <IconButton icon={icon} label={label} disabled />
    const place = { profile: node.profileId, node: node.id }
    return <IconLink icon={icon} label={label} title={tocText(node)} href={links.module(source, place)} />
  }
  return (
    <nav aria-label={t('reader.neighbours')}>
      {step(data?.previous, t('reader.previous'), 'chevronLeft')}
      {data && data.total > 0 && data.trail.length > 0 && (
        <span className="rd-position">
          {t('reader.position', { position: formatNumber(data.position), total: formatNumber(data.total) })}
        </span>
      )}
      {step(data?.next, t('reader.next'), 'chevronRight')}
    </nav>
  )
}

interface IconLinkProps {
  icon: IconName
  label: string
  /** Shown when it is pointed at, where it says more than the label. */
  title?: string
  href: string
}

function IconLink({ icon, label, title = label, href }: IconLinkProps) {
  return (
    <a href={href} title={title} aria-label={label} className={buttonClasses('ghost', 'md', 'af-btn-icon')}>
      <Icon name={icon} />
    </a>
  )
}

/** The other languages of a module: to go there, or to read both. */
function Languages({ manual, file, beside }: Omit<ReaderToolsProps, 'path'>) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const same = useTranslations(manual, file?.code).data ?? []
  const others = same.filter(({ language }) => language !== file?.language)
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
      // The version of the address is one of the other language.
      onSelect: () =>
        change({ dm: keyOf(path), beside: undefined, v: undefined, node: undefined, from: undefined }),
    },
    {
      kind: 'action',
      icon: 'beside',
      label: t('reader.language.beside', { language: name(language) }),
      checked: beside === keyOf(path),
      onSelect: () => change({ beside: beside === keyOf(path) ? undefined : keyOf(path) }),
    },
  ])
  // Two letters are enough where all have the same languages; the menu has the names.
  const shown = file?.language.slice(0, 2).toUpperCase()
  return (
    <DropdownMenu
      label={[t('reader.language.label'), shown].filter(Boolean).join(': ')}
      trigger={
        <>
          <Icon name="language" />
          {shown}
          <Icon name="chevronDown" size="sm" />
        </>
      }
      items={items}
      buttonClassName="btn af-btn-secondary"
    />
  )
}
