#!/usr/bin/env bash
# What each person of the demo sees and may do. While "npm run dev" runs in another terminal: bash story.sh
# It changes nothing: its writes are refused, or only tried. So you can run it again.
set -euo pipefail

API=${API:-http://127.0.0.1:3000/api/v1}

# Tokens of three people. In production they come from your identity provider.
RITA=$(npx almanac token --identity 2 --role registrar)
ADA=$(npx almanac token --identity 3 --role holder)
BEN=$(npx almanac token --identity 4 --role holder)

# ask <token> <path> [options of curl]
ask() { curl -sg -w '\n' -H "Authorization: Bearer $1" -H 'Content-Type: application/json' "$API/$2" "${@:3}"; }

# The same for a request that is refused: prints the status and the reason.
refused() { ask "$@" | sed -E 's/.*"status":([0-9]+),"detail":"(([^"\\]|\\.)*)".*/\1 \2/; s/\\"/"/g'; }

say() { printf '\n# %s\n' "$1"; }

say 'Rita registers vehicles. She sees all of them, with the holders of today.'
ask "$RITA" "vehicle?select=plate,colour,status,holding(party(name))&holding.valid_at=$(date -u +%FT%TZ)&order=plate"

say 'Ben sees what he holds. He has painted the van blue.'
ask "$BEN" 'vehicle?select=plate,colour,status&order=plate'

say 'Ada finds the van and the lorry as they were in her time: red, and registered.'
ask "$ADA" 'vehicle?select=plate,colour,status&order=plate'

say 'Who held the van on 25 May 2025? The contract came late, so there are two answers.'
ask "$RITA" 'holding?vehicle.plate=eq.AB10001&valid_at=2025-05-25T00:00Z&select=party(name)'
# The first version of Ben's entry was recorded before the correction.
BEFORE=$(ask "$RITA" 'holding_history?holding_id=eq.4&select=recorded_at&order=id&limit=1' | sed -E 's/.*"([^"]+)\+00:00".*/\1Z/')
ask "$RITA" "holding?vehicle.plate=eq.AB10001&valid_at=2025-05-25T00:00Z&as_of=$BEFORE&select=party(name)"

say 'Ada may not paint the van any more. Ben may not lift the suspension of the lorry.'
refused "$ADA" vehicle/1 -X PATCH -d '{"colour": "pink"}'
refused "$BEN" vehicle/3 -X PATCH -d '{"status": "registered"}'

say 'Rita may lift it, but not before an inspection. Ben scraps the van, and forgets the day.'
refused "$RITA" vehicle/3 -X PATCH -d '{"status": "registered"}'
refused "$BEN" vehicle/1 -X PATCH -d '{"status": "scrapped"}'

say 'Ada has a notice: the trailer must be inspected.'
ask "$ADA" 'notice?status=eq.active&select=type,data'

say 'Rita tries a sale of the trailer to Ben, and sees what it would change. Nothing is written.'
ask "$RITA" 'holding?select=vehicle_id,party_id,valid_from,valid_to' -H 'Prefer: tx=rollback, return=effects' \
  -d '{"vehicle_id": 2, "party_id": 2, "valid_from": "2030-01-01T00:00Z"}'
