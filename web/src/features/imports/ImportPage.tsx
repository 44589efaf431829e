import { useSearchParams } from 'react-router'
import { PackageBoard } from './PackageBoard'
import { PackageList } from './PackageList'
import './imports.css'

/** The packages, or the report on one of them. */
export function ImportPage() {
  const [params] = useSearchParams()
  const id = params.get('package')
  return id ? <PackageBoard key={id} id={id} /> : <PackageList />
}
