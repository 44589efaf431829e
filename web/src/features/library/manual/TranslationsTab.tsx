import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { translationsQuery } from '@/api/translations'
import type { LanguageProgress, ListedTranslation, Manual, TranslationState } from '@/api/types'
import { can } from '@/lib/can'
import { currentLanguage } from '@/lib/i18n'
import { ListSearch } from '@/lib/ListSearch'
import { keyOf } from '@/lib/library/objects'
import { openOverlay } from '@/lib/overlay'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { languageName } from '@/lib/regions'
import { TranslationChip } from '@/lib/TranslationChip'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { Select } from '@/ui/Select'
import type { Column } from '@/ui/Table'
import { ModuleName } from '../ModuleName'
import { useManualLinks } from '../useManualLinks'

const listDefaults = { sortKeys: ['code'], sort: { key: 'code', order: 'asc' } } as const
const states = ['missing', 'started', 'outdated', 'translated'] as const

const stateOf = (word: string): TranslationState | undefined => states.find((state) => state === word)

/** The modules of a manual by their state in the languages that it is translated into. */
export function TranslationsTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const listed = useQuery(
    translationsQuery({
      manualPath: manual.path,
      language: list.filter('language') || undefined,
      state: stateOf(list.filter('state')),
      keywordFilter: list.filter('filter') || undefined,
      ...list.pageRequest,
    }),
  )
  const columns = useColumns(manual)
  const languages = listed.data?.languages ?? []
  return (
    <>
      <Progress languages={languages} />
      <Card flush>
        <div className="li-filters p-3">
          <ListSearch list={list} label={t('library.searchModules')} />
          <Select
            label={t('translation.language')}
            labelHidden
            value={list.filter('language')}
            options={[
              { value: '', label: t('translation.allLanguages') },
              ...languages.map(({ language }) => ({
                value: language,
                label: languageName(language, currentLanguage()),
              })),
            ]}
            onChange={(event) => list.setFilter('language', event.target.value)}
          />
          <Select
            label={t('translation.stateLabel')}
            labelHidden
            value={list.filter('state')}
            options={[
              { value: '', label: t('translation.allStates') },
              ...states.map((state) => ({ value: state, label: t(`translation.state.${state}`) })),
            ]}
            onChange={(event) => list.setFilter('state', event.target.value)}
          />
        </div>
        <PagedTable
          caption={t('library.tab.translations')}
          list={list}
          query={{
            data: listed.data?.page,
            error: listed.error,
            refetch: listed.refetch,
            isPlaceholderData: listed.isPlaceholderData,
          }}
          failedTitle={t('translation.failed')}
          columns={columns}
          rowKey={({ original, language }) => `${original} ${language}`}
          rowActions={(row) => <Action row={row} mayEdit={can.editContent(me, manual.path)} />}
          actionsHeader={t('translation.actions')}
          empty={<EmptyState icon="language" title={t('translation.none')} />}
        />
      </Card>
    </>
  )
}

/** How many modules are translated, for each language. */
function Progress({ languages }: { languages: readonly LanguageProgress[] }) {
  const { t } = useTranslation()
  return (
    <ul className="list-unstyled" aria-label={t('translation.progress')}>
      {languages.map(({ language, missing, started, outdated, translated }) => (
        <li key={language}>
          <strong>{languageName(language, currentLanguage())}</strong>{' '}
          {t('translation.progressOf', {
            done: translated,
            count: missing + started + outdated + translated,
            outdated,
            missing,
          })}
        </li>
      ))}
    </ul>
  )
}

function useColumns(manual: Manual): Column<ListedTranslation>[] {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  return [
    {
      key: 'title',
      header: t('library.column.title'),
      cell: ({ title, original }) => (
        <ModuleName title={title} code={keyOf(original)} href={links.module(original)} />
      ),
    },
    {
      key: 'language',
      header: t('translation.language'),
      cell: ({ language }) => languageName(language, currentLanguage()),
    },
    {
      key: 'state',
      header: t('translation.stateLabel'),
      cell: ({ state }) => <TranslationChip state={state} />,
    },
  ]
}

function Action({ row, mayEdit }: { row: ListedTranslation; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { translation, original, language, title, state } = row
  if (translation) {
    const page = paths.translation(translation, state === 'outdated' ? { show: 'changed' } : {})
    return (
      <LinkButton size="sm" href={href(page)} title={t('translation.openOf', { name: title })}>
        {t('translation.open')}
      </LinkButton>
    )
  }
  if (!mayEdit) return null
  return (
    <Button
      size="sm"
      aria-label={t('translation.of', { name: title })}
      onClick={() => openOverlay({ kind: 'translate', path: original, language })}
    >
      {t('translation.action')}
    </Button>
  )
}
