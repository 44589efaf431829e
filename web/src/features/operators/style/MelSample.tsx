import { useTranslation } from 'react-i18next'

/** An item of a minimum equipment list in its four columns. */
export function MelSample() {
  const { t } = useTranslation()
  const sample = (key: string) => t(`operators.style.mel.${key}`)
  return (
    <>
      <p className="hs-heading">{sample('heading')}</p>
      <p className="hs-code">{sample('code')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{sample('item')}</th>
            <th scope="col">{sample('interval')}</th>
            <th scope="col">{sample('numbers')}</th>
            <th scope="col">{sample('remarks')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{sample('name')}</td>
            <td>{sample('category')}</td>
            <td>{sample('counts')}</td>
            <td>{sample('condition')}</td>
          </tr>
        </tbody>
      </table>
      <div className="hs-caution">
        <p>{sample('cautionTitle')}</p>
        <p>{sample('caution')}</p>
      </div>
    </>
  )
}
