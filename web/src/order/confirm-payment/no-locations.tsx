import { Link } from 'react-router-dom'
import { paths } from '../../shared/navigation/paths.ts'

/** Nobody should pay for an order that the form then cannot take. */
export const NoLocations = ({ title }: { title: string }) => (
  <div className="payment payment-closed">
    <h1>{title}</h1>
    <p>There are no delivery locations at the moment, please check back later</p>
    <Link to={paths.trackOrder}>Track your previous order</Link>
  </div>
)
