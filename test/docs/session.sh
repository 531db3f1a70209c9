# The shell of a page: the commands that a reader types, without what takes long.

# tap has Node load its own modules first in every process that it knows of.
unset NODE_OPTIONS

# Without its progress meter, which is for terminals alone.
curl() {
  case " $* " in
    *' --max-time '*) follow "$@" ;;
    *) command curl --silent --show-error $CURL_OPTIONS "$@" ;;
  esac
}

# What follows for seconds may stop before a slow machine has told an event: then it follows once more.
follow() {
  local said code
  for _ in 1 2 3 4 5; do
    said=$(command curl --silent --show-error $CURL_OPTIONS "$@" 2>&1)
    code=$?
    case "$said" in *'data: '*) break ;; esac
  done
  printf '%s\n' "$said"
  return $code
}

# The test runs it, and answers with what there is to print and to return.
almanac() {
  local path=command script
  case "${1:-}" in serve | dev) path=serve ;; esac
  script=$({ printf '%s\0' "$PWD" "$#" "$@"; env -0; } |
    command curl --silent --show-error --fail-with-body --data-binary @- "$SERVICE/$path") ||
    { echo "$script" >&2; return 1; }
  eval "$script"
}

npx() {
  [ "$1" = almanac ] || { echo "a page runs npx almanac alone, not npx $1" >&2; return 1; }
  shift
  almanac "$@"
}

npm() {
  case "$*" in
    install | ci | ci\ * | install\ --*) ln -sfn "$CHECKOUT/node_modules" node_modules ;;
    start | run\ dev) almanac dev ;;
    *) echo "a page installs and starts with npm, not npm $*" >&2; return 1 ;;
  esac
}

export -f curl follow almanac npx npm
