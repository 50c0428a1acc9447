import { pictureAddress, pictureSide } from '@strand/contracts/catalogue/picture'
import './product-picture.css'

/** A product's picture, in a square of fixed size. If there is no picture, the square is empty. */
export const ProductPicture = ({ picture, name }: { picture: string; name: string }) =>
  picture === '' ? (
    <span className="product-picture" />
  ) : (
    <picture className="product-picture">
      <source type="image/avif" srcSet={pictureAddress(picture, 'avif')} />
      <img
        src={pictureAddress(picture, 'webp')}
        width={pictureSide}
        height={pictureSide}
        alt={name}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
