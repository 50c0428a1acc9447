#!/bin/sh
# Runs before nginx starts: writes the parts of its configuration that depend on settings.
#
#   TRUSTED_PROXY  proxies in front, separated by commas, whose X-Forwarded-For is trusted
#   PUBLIC_URL     https makes browsers insist on TLS; links to a page use it, too
#   SHOP_NAME      what a page shows before the app starts; the default is that of the services
#   RESOLVER       the name server that knows the services; default: Docker's own
set -eu
folder=${1:-/run/strand}
mkdir -p "$folder"
# Escapes a text as HTML, and every character that is special in this configuration.
html() {
  printf %s "$1" | tr -d '\n\r' |
    sed 's/&/\&#38;/g; s/</\&#60;/g; s/>/\&#62;/g; s/"/\&#34;/g; s/\$/\&#36;/g; s/\\/\&#92;/g'
}
# Escapes a text as the content of a JSON string, for the manifest.
json() {
  printf %s "$1" | tr -d '\000-\037' |
    sed 's/\\/\\u005c/g; s/"/\\u0022/g; s/\$/\\u0024/g'
}
{
  echo "set \$shop_name \"$(html "${SHOP_NAME:-Strand Hair}")\";"
  echo "set \$shop_name_json \"$(json "${SHOP_NAME:-Strand Hair}")\";"
  echo "set \$public_url \"$(html "${PUBLIC_URL:-}")\";"
  for proxy in $(printf %s "${TRUSTED_PROXY:-}" | tr ',' ' '); do
    case $proxy in
      loopback) networks='127.0.0.0/8 ::1/128' ;;
      linklocal) networks='169.254.0.0/16 fe80::/10' ;;
      uniquelocal) networks='10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7' ;;
      *[!0-9A-Fa-f.:/]*) echo "TRUSTED_PROXY: $proxy is not an address" >&2; exit 1 ;;
      *) networks=$proxy ;;
    esac
    for network in $networks; do echo "set_real_ip_from $network;"; done
  done
  case ${PUBLIC_URL:-} in
    https:*) echo "set \$strict_transport max-age=31536000;" ;;
    *) echo "set \$strict_transport '';" ;;
  esac
  # Names are resolved again every 10 s, so that a service that returns with a new address is found.
  # A service that is down stops neither the other services nor the start.
  echo "resolver ${RESOLVER:-127.0.0.11} valid=10s ipv6=off;"
} > "$folder/settings.conf"
