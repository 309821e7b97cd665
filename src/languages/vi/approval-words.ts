import type { ApprovalWords } from '../approval-words.js'

export const vietnameseApproval: ApprovalWords = {
  code: 'vi',
  yes: `vâng, dạ, dạ vâng, dạ được, dạ đúng, vâng ạ, vâng được, ừ, ừm, ừ được, ờ, uh, uhm, có, có ạ, có chứ, được, được ạ, được rồi, được đó, được nhé, được luôn, được thôi, ok, oke, okê, okay, oki, đồng ý, tôi đồng ý, em đồng ý, anh đồng ý, nhất trí, tán thành, chấp nhận, đúng, đúng rồi, đúng vậy, đúng thế, chính xác, chuẩn, chuẩn rồi, phải, phải rồi, tất nhiên, tất nhiên rồi, dĩ nhiên, dĩ nhiên rồi, chắc chắn, chắc chắn rồi, hẳn rồi, tốt, tốt lắm, tuyệt, tuyệt vời, hay quá, hay lắm, ổn, ổn rồi, ổn đấy, xác nhận, tôi xác nhận, duyệt,
    làm đi, làm luôn, làm luôn đi, làm nhé, cứ làm, cứ làm đi, cứ vậy đi, cứ thế đi, vậy đi, thế đi, cứ tiến hành, tiến hành, tiến hành đi, tiến hành luôn, tiếp tục, tiếp tục đi, tiếp đi, triển đi, triển luôn, chốt, chốt đơn, chốt luôn, chốt đi, làm giúp, không vấn đề, không vấn đề gì, không sao, không có vấn đề gì, sao không ?, tại sao không ?, 👍, ✅, 👌`,
  no: `phản đối, cấm, giữ lại, không cho, không, không ạ, không không, không đâu, dạ không, dạ thôi, thôi, thôi khỏi, thôi đi, thôi không, thôi không cần, khỏi, khỏi đi, khỏi cần, đừng, đừng làm, xin đừng, chưa, chưa đâu, chưa cần, không cần, không cần đâu, không cần nữa, không muốn, không muốn nữa, không đồng ý, không được, không phải, không đúng, không đúng rồi, chưa đúng, không phải bây giờ, không bao giờ, tuyệt đối không, chắc chắn không, dĩ nhiên không, không hề, không làm, không chịu, để sau, để lúc khác,
    dừng, dừng lại, ngừng, ngưng, hủy, huỷ, hủy đi, bỏ, bỏ đi, bỏ qua, quên đi, để nguyên, giữ nguyên, để vậy, để yên, sai, sai rồi, nhầm, nhầm rồi, từ chối, không cái nào, không có cái nào, chẳng cái nào, đổi ý, tôi đổi ý, đổi ý rồi, 👎, ❌`,
  not: 'không, đừng, chưa, chẳng, chả, trừ, ngoại trừ, khỏi',
  open: `rồi, thôi được, thôi được rồi, được rồi thôi, không sao, không sao đâu, ổn rồi không, được rồi cảm ơn, ổn rồi cảm ơn, tốt rồi cảm ơn, cảm ơn ổn rồi, đã, rồi hả, biết rồi, được rồi được rồi, ừ ừ, nếu, nếu như, nếu mà, miễn là, với điều kiện, trừ khi, chỉ khi, tùy, còn tùy, khi nào, khi, trước khi, sau khi, trước đã, trước, đợi, đợi đã, đợi chút, đợi tí, chờ, chờ đã, chờ chút, chờ tí, khoan, khoan đã, từ từ, một chút, chút đã, một phút, có thể, có lẽ, có khi, chắc là, hình như, không biết, chưa biết, không rõ, không chắc, chưa chắc, để tôi, để em, để anh, để mình, suy nghĩ, nghĩ đã, nghĩ lại, hỏi, hỏi lại, kiểm tra, xem lại, hmm, thay vì, thay vào đó, mà là, thực ra, đổi, đổi lại, đổi thành, đổi sang, chuyển thành, sửa, sửa lại, sửa thành,
    khác, cái khác, thêm, thêm nữa, nữa, cũng, hơn, ít hơn, muộn hơn, sớm hơn, rẻ hơn, lúc khác, gì, cái gì, sao, tại sao, vì sao, thế nào, như thế nào, bao nhiêu, mấy, mấy giờ, ở đâu, đâu, ai, nào, cái nào, khi nào, bao giờ, bao lâu, có phải, có được, được không, có không, phải không, đúng không, không nhỉ, nhỉ, à không, hả, hở, xin lỗi, nói lại, nhắc lại, lặp lại, ý tôi là, ý em là, ý mình là, tôi nói là, mới đúng`,
  but: 'nhưng, nhưng mà, tuy nhiên, có điều, mà',
  joints: 'và, rồi, thì, vậy, vậy thì, thế thì, à',
  because: 'vì, bởi vì, tại vì, do, để, tại',
  remarks:
    'tôi đang, tôi đã, tôi có, tôi phải, tôi sẽ, em đang, em đã, mình đang, mình đã, chúng tôi, vợ tôi, chồng tôi, họ, có người, mai',
  reasons: `tôi, đang, đã, sẽ, phải, có, chuyển, nhà, đi, về, xa, du, lịch, vội, gấp, mai, hôm, nay, tối, sáng, tuần, tháng, nghỉ, lễ, sinh, nhật, mất, bị, trộm, hỏng, hư, ví, túi, vợ, chồng, anh, chị, em, mẹ, ba, bố, con, bạn, gia, đình, thích, sắp, hết, hạn, ở, với, của`,
  neutral: `làm ơn, xin, vui lòng, giúp, giúp tôi, giúp mình, giúp em, giúp anh, hộ, hộ tôi, hộ mình, giùm, cảm ơn, cám ơn, cảm ơn nhé, cảm ơn bạn, ạ, nhé, nha, nhá, đi, luôn, ngay, ngay bây giờ, bây giờ, liền, ngay đi, ngay lập tức, rồi, thôi được, vậy, thế, đó, đấy, này, kia, nó, cái đó, cái này, em, anh, chị, bạn, ơi, tôi, mình, cho, cho tôi, cho mình, cho em, hãy, cứ, tôi muốn, em muốn, mình muốn, tôi cần, muốn, cần, tôi nói có rồi, nói rồi, đã nói rồi, không thay đổi gì, không gì khác, vậy thôi, thế thôi, đừng lo, tôi chắc, lắm, quá, thật, cái, việc, hết`,
  all: 'tất cả, cả hai, cả ba, cả bốn, hết, toàn bộ, cả hai cái, cả ba cái, cả hai việc, mọi thứ',
  only: 'chỉ, chỉ mỗi, mỗi, duy nhất',
  rest: 'còn lại, cái còn lại, cái kia, những cái khác, phần còn lại',
  ordinals:
    'đầu tiên/thứ nhất/cái đầu/đầu, thứ hai/cái hai/cái thứ hai, thứ ba/cái ba/cái thứ ba, thứ tư/cái thứ tư, cuối cùng/cuối/cái cuối',
  ending: 0,
  forms: /^$/u,
}
