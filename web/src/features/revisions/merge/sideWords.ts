import { createContext, useContext } from 'react'

/** The words for the two sides: airline and OEM, or a draft and the version that overtook it. */
export const SideWords = createContext<'merge' | 'rebase'>('merge')

export const useSideWords = () => useContext(SideWords)
