import type { ReactNode } from 'react'

/** Codes, accounts, registrations: anything read character by character. */
export function Code({ children }: { children: ReactNode }) {
  return <span className="af-code">{children}</span>
}
