import { useTranslation } from 'react-i18next'
import { PageHead } from '@/ui/PageHead'
import { workspaceLists } from './lists'

export function WorkspacePage({ list }: { list: keyof typeof workspaceLists }) {
  const { t } = useTranslation()
  const List = workspaceLists[list]
  return (
    <>
      <PageHead title={t(`workspace.${list}.title`)} purpose={t(`workspace.${list}.purpose`)} />
      <List />
    </>
  )
}
