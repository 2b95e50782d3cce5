#!/bin/sh
# make-certificates.sh FOLDER HOST...: a CA and one certificate for each host of the event store.
# Keeps what is there, and renews a host's certificate in its last 30 days; its owner may be named by CERTIFICATE_OWNER.
set -eu
umask 077
folder=$1
shift
month=2592000
# One name on all nodes: a node takes another for its own kind by it.
node_name=eventstoredb-node

mkdir -p "$folder/ca"
chmod 755 "$folder" "$folder/ca"
if [ ! -f "$folder/ca/ca.crt" ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=Hatik event store CA" \
    -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign" \
    -keyout "$folder/ca.key" -out "$folder/ca/new" 2>/dev/null
  chmod 444 "$folder/ca/new"
  mv "$folder/ca/new" "$folder/ca/ca.crt"
fi

for host in "$@"; do
  node=$folder/$host
  if [ -f "$node/node.crt" ] && openssl x509 -in "$node/node.crt" -noout -checkend $month >/dev/null; then continue; fi
  rm -rf "$node"
  mkdir "$node"
  cat >"$node/extensions" <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=DNS:$host,DNS:eventstores,DNS:localhost,IP:127.0.0.1
END
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$node_name" -keyout "$node/node.key" -out "$node/request" 2>/dev/null
  openssl x509 -req -in "$node/request" -CA "$folder/ca/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -CAserial "$folder/ca.srl" \
    -days 365 -extfile "$node/extensions" -out "$node/node.crt" 2>/dev/null
  rm "$node/request" "$node/extensions"
  chmod 400 "$node/node.key"
  chmod 444 "$node/node.crt"
  chmod 755 "$node"
  [ -z "${CERTIFICATE_OWNER:-}" ] || chown "$CERTIFICATE_OWNER" "$node/node.key"
  echo "made the certificate of $host"
done
