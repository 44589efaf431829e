import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHead } from '@/ui/PageHead'
import { SearchView } from './SearchView'

export function SearchPage() {
  const { t } = useTranslation()
  useLastSearch()
  return (
    <>
      <PageHead title={t('search.title')} purpose={t('search.purpose')} />
      <SearchView />
    </>
  )
}

/** Who comes back without a question, as by the sidebar, finds the page as it was left; the page is kept. */
function useLastSearch(): void {
  const [params, setParams] = useSearchParams()
  const [last, setLast] = useState<URLSearchParams>()
  const asks = params.has('search')
  if (asks && last !== params) setLast(params)
  useEffect(() => {
    if (!asks && last) setParams(last, { replace: true })
  }, [asks, last, setParams])
}
