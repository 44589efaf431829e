import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Select } from '@/ui/Select'

const shows = ['all', 'todo', 'changed'] as const

/** The rows that the address leaves: all, those to translate, or those with a changed original. */
export function useShow(): (typeof shows)[number] {
  const [params] = useSearchParams()
  return shows.find((each) => each === params.get('show')) ?? 'all'
}

/** Leaves the rows that need something. */
export function ShowSelect() {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const change = (value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === 'all') after.delete('show')
        else after.set('show', value)
        return after
      },
      { replace: true },
    )
  return (
    <Select
      className="tr-show"
      label={t('translation.show.label')}
      value={useShow()}
      options={shows.map((value) => ({ value, label: t(`translation.show.${value}`) }))}
      onChange={(event) => change(event.target.value)}
    />
  )
}
