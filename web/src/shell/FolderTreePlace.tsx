import { useTranslation } from 'react-i18next'

/** Where the folder tree stands, on library paths only. */
export function FolderTreePlace() {
  const { t } = useTranslation()
  return (
    <aside className="af-tree" aria-label={t('shell.tree.title')}>
      <h2>{t('shell.tree.title')}</h2>
      <p>{t('shell.tree.empty')}</p>
    </aside>
  )
}
