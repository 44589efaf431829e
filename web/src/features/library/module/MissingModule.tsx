import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Manual } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { codeIn, keyOf, languageIn } from '@/lib/library/objects'
import { languageName } from '@/lib/regions'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { Skeleton } from '@/ui/Skeleton'
import { useManualLinks } from '../useManualLinks'
import { useTranslations } from './useTranslations'

interface MissingModuleProps {
  manual: Manual
  moduleKey: string
}

/** In place of a module that is not there: opens a code without a language in the reader's, and offers the languages there are. */
export function MissingModule({ manual, moduleKey }: MissingModuleProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const [, setParams] = useSearchParams()
  const { data: found = [], isPending } = useTranslations(manual, codeIn(moduleKey))
  const own = languageIn(moduleKey)
  const others = found.filter(({ language }) => language !== own)
  const spoken = found.find(({ language }) => language === currentLanguage()) ?? found[0]
  const target = own === undefined && spoken ? keyOf(spoken.path) : undefined
  useEffect(() => {
    if (target === undefined) return
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('dm', target)
        return after
      },
      { replace: true },
    )
  }, [target, setParams])
  if (isPending || target !== undefined) return <Skeleton lines={8} />
  return (
    <EmptyState
      icon="missing"
      title={t(others.length > 0 ? 'library.module.otherLanguages' : 'library.module.missing')}
      text={t(others.length > 0 ? 'library.module.otherLanguagesText' : 'library.module.missingText')}
      action={
        others.length > 0 ? (
          others.map(({ path, language }) => (
            <LinkButton key={path} icon="language" href={links.module(path)}>
              {t('reader.language.go', { language: languageName(language, currentLanguage()) })}
            </LinkButton>
          ))
        ) : (
          <LinkButton icon="back" href={links.at({ tab: 'modules' })}>
            {t('library.module.back')}
          </LinkButton>
        )
      }
    />
  )
}
