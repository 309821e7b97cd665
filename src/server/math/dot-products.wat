;; y[c][r] = w[r] · x[c], four rows at a time. All lengths and steps in bytes; rows and depth are multiples of four numbers.
;; dot-products.ts holds the binary form: npx wat2wasm dot-products.wat --output=- | base64 -w0
(module
  (memory (import "env" "memory") 1)
  (func (export "multiply")
    (param $w i32) (param $depth i32) (param $rows i32)
    (param $x i32) (param $xStep i32) (param $cols i32)
    (param $y i32) (param $yStep i32)
    (local $col i32) (local $from i32) (local $end i32) (local $to i32)
    (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128) (local $v v128)
    (loop $nextRows
      (local.set $col (i32.const 0))
      (local.set $from (local.get $x))
      (local.set $to (local.get $y))
      (loop $nextCol
        (local.set $w0 (local.get $w))
        (local.set $w1 (i32.add (local.get $w0) (local.get $depth)))
        (local.set $w2 (i32.add (local.get $w1) (local.get $depth)))
        (local.set $w3 (i32.add (local.get $w2) (local.get $depth)))
        (local.set $a0 (v128.const f32x4 0 0 0 0))
        (local.set $a1 (v128.const f32x4 0 0 0 0))
        (local.set $a2 (v128.const f32x4 0 0 0 0))
        (local.set $a3 (v128.const f32x4 0 0 0 0))
        (local.set $end (i32.add (local.get $from) (local.get $depth)))
        (local.set $col (i32.add (local.get $col) (i32.const 1)))
        (loop $along
          (local.set $v (v128.load (local.get $from)))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $v) (v128.load (local.get $w0)))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $v) (v128.load (local.get $w1)))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $v) (v128.load (local.get $w2)))))
          (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $v) (v128.load (local.get $w3)))))
          (local.set $w0 (i32.add (local.get $w0) (i32.const 16)))
          (local.set $w1 (i32.add (local.get $w1) (i32.const 16)))
          (local.set $w2 (i32.add (local.get $w2) (i32.const 16)))
          (local.set $w3 (i32.add (local.get $w3) (i32.const 16)))
          (br_if $along (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end))))
        ;; The sums of the four accumulators, side by side.
        (local.set $a0 (f32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a0) (local.get $a1))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a0) (local.get $a1))))
        (local.set $a2 (f32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a2) (local.get $a3))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a2) (local.get $a3))))
        (v128.store (local.get $to) (f32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a0) (local.get $a2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a0) (local.get $a2))))
        (local.set $to (i32.add (local.get $to) (local.get $yStep)))
        (local.set $from (i32.add (local.get $x) (i32.mul (local.get $col) (local.get $xStep))))
        (br_if $nextCol (i32.lt_u (local.get $col) (local.get $cols))))
      (local.set $w (i32.add (local.get $w) (i32.mul (local.get $depth) (i32.const 4))))
      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (br_if $nextRows (local.tee $rows (i32.sub (local.get $rows) (i32.const 4)))))))
