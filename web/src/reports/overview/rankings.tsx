import { formatNaira } from '@strand/contracts/naira'
import type { Overview } from '@strand/contracts/reports/overview'
import { Link } from 'react-router-dom'
import { reportPaths } from '../../shared/navigation/report-paths.ts'
import { type Ranked, Ranking } from '../charts/ranking.tsx'

/** The best-selling products, campaigns and locations; each ranking links to its report. */
export const Rankings = ({ last30 }: Pick<Overview, 'last30'>) => {
  const { products, campaigns, locations } = last30
  return (
    <div className="overview-rankings">
      {products && (
        <Top
          title="Products"
          to={reportPaths.report('products', last30)}
          rows={products.map(({ productId, product, netNaira }) => ({
            key: productId,
            name: product,
            value: netNaira,
          }))}
        />
      )}
      {campaigns && (
        <Top
          title="Campaigns"
          to={reportPaths.report('campaigns', last30)}
          rows={campaigns.map(({ salesId, sales, netNaira }) => ({
            key: salesId,
            name: sales || <span className="muted">None</span>,
            value: netNaira,
          }))}
        />
      )}
      <Top
        title="Places"
        to={reportPaths.report('locations', last30)}
        rows={locations.map(({ locationId, location, netNaira }) => ({
          key: locationId,
          name: location,
          value: netNaira,
        }))}
      />
    </div>
  )
}

const Top = ({ title, to, rows }: { title: string; to: string; rows: readonly Ranked[] }) => (
  <section className="panel">
    <div className="chart-head">
      <h3>{title}</h3>
      <Link to={to}>All {title.toLowerCase()}</Link>
    </div>
    {rows.length === 0 ? (
      <p className="muted">No sales in this period.</p>
    ) : (
      <Ranking
        caption={`${title} with the most sales`}
        head={['Name', 'Sold']}
        rows={rows}
        format={formatNaira}
      />
    )}
  </section>
)
