import { SearchField } from '@/ui/SearchField'
import type { ListState } from './useListState'
import { useTypedFilter } from './useTypedFilter'

interface ListSearchProps {
  list: Pick<ListState<string>, 'filter' | 'setFilter'>
  label: string
  placeholder?: string
  /** The filter that the text is for. */
  name?: string
  className?: string
}

/** The search field of a list; the text is applied when the typing pauses. */
export function ListSearch({
  list,
  label,
  placeholder = label,
  name = 'filter',
  className,
}: ListSearchProps) {
  const search = useTypedFilter(list.filter(name), (text) => list.setFilter(name, text))
  return (
    <SearchField
      className={className}
      label={label}
      placeholder={placeholder}
      value={search.text}
      onChange={search.type}
      onSearch={search.applyNow}
    />
  )
}
