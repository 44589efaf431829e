import { csdbTypes, manualTypes } from './queries'
import { TypeCard } from './TypeCard'

export function TypesTab() {
  return (
    <div className="ad-stack">
      <TypeCard table={manualTypes} />
      <TypeCard table={csdbTypes} />
    </div>
  )
}
