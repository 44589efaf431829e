import { useSearchParams } from 'react-router'

/** Sets a parameter of the address without a step of the history; removes it without a value. */
export function useSetParam(): (name: string, value: string | undefined) => void {
  const [, setParams] = useSearchParams()
  return (name, value) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
}
