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

/** Without a query in the address, as from the sidebar, the page opens as it was left. */
function useLastSearch(): void {
  const [params, setParams] = useSearchParams()
  const [last, setLast] = useState<URLSearchParams>()
  const asks = params.has('search')
  if (asks && last !== params) setLast(params)
  useEffect(() => {
    if (!asks && last) setParams(last, { replace: true })
  }, [asks, last, setParams])
}
