import { useEffect } from 'react'
import { createStore, useStore } from '@/ui/store'

const storageKey = 'airfolio.wide'
const wide = createStore(localStorage.getItem(storageKey) === 'yes')

/** Whether the text has the whole window: the menu and the tree step aside while a module is read. */
export function useWide() {
  const isWide = useStore(wide)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-wide', isWide)
    return () => document.documentElement.removeAttribute('data-wide')
  }, [isWide])
  const toggle = () => {
    wide.set(!isWide)
    localStorage.setItem(storageKey, isWide ? 'no' : 'yes')
  }
  return { isWide, toggle }
}
