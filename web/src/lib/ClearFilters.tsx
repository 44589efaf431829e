import { Button, type ButtonProps } from '@/ui/Button'
import { focusFilters } from '@/ui/focus'

interface ClearFiltersProps extends ButtonProps {
  onClear: () => void
}

/** Clears the filters of a list and leads to its search field, because the button goes away with the filters. */
export function ClearFilters({ onClear, ...button }: ClearFiltersProps) {
  return (
    <Button
      {...button}
      onClick={({ currentTarget }) => {
        focusFilters(currentTarget)
        onClear()
      }}
    />
  )
}
